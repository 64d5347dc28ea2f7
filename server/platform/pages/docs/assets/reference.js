// Starts Scalar's reference with the documents of this server.
const container = document.querySelector('#content')
const { language, documents } = container.dataset

/** The page takes the token alone; the interface reads the word `token` before it. */
function withScheme(request) {
  const value = request.headers.get('authorization')?.trim()
  if (value && !/^(token|bearer)\s/i.test(value)) request.headers.set('authorization', `token ${value}`)
  return request
}

const read = async ({ name, url }) => ({
  title: name,
  slug: name.toLowerCase(),
  // The samples are for this server.
  content: (await (await fetch(url)).text()).replaceAll('https://kontor.example', location.origin),
})

window.Scalar.createApiReference(container, {
  sources: await Promise.all(JSON.parse(documents).map(read)),
  customFetch: (input, init) => fetch(withScheme(new Request(input, init))),
  localization: { locale: language },
  hiddenClients: true,
  hideClientButton: true,
  documentDownloadType: 'none',
  showDeveloperTools: 'never',
  // Nothing leaves this server.
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})
