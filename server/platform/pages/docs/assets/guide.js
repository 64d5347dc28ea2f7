// The key / goes to the search.
const search = document.querySelector('input[type=search]')
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  event.preventDefault()
  search.focus()
  search.select()
})
