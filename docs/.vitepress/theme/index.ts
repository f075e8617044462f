import { useRoute } from 'vitepress'
import theme from 'vitepress/theme'
import { nextTick, onMounted, watch } from 'vue'
import './site.css'

/** Scrolls the sidebar, and nothing else, so that the link to the current page is visible. */
const showCurrentPage = (): void => {
  const sidebar = document.querySelector('.VPSidebar')
  const link = sidebar?.querySelector('.VPSidebarItem.is-link.is-active')
  if (!sidebar || !link) return
  const [outer, inner] = [sidebar.getBoundingClientRect(), link.getBoundingClientRect()]
  const isVisible = inner.top >= outer.top && inner.bottom <= outer.bottom
  if (!isVisible) sidebar.scrollTop += inner.top - outer.top - outer.height / 3
}

export default {
  extends: theme,
  setup: () => {
    const route = useRoute()
    const show = async () => {
      await nextTick()
      requestAnimationFrame(showCurrentPage)
    }
    onMounted(show)
    watch(() => route.path, show)
  },
}
