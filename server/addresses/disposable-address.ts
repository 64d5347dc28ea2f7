// E-mail addresses of services that give them to anybody for some minutes.

let loading: Promise<ReadonlySet<string>> | undefined

/** A megabyte of names: loaded with the first address that is looked up. */
const loadDomains = (): Promise<ReadonlySet<string>> => {
  loading ??= import('mailchecker').then(({ default: checker }) => checker.blacklist())
  return loading
}

/** Whether the domain of an e-mail address, or one above it, is known for disposable addresses. */
export async function isDisposable(email: string): Promise<boolean> {
  const domains = await loadDomains()
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')))
}
