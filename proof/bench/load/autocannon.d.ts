// Types for the used part of autocannon, which has none.
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string> }
    type Options = {
      url: string
      connections: number
      duration: number
      timeout: number
      headers: Record<string, string>
      requests: { method: string; setupRequest: (request: Request) => Request }[]
    }
    type Result = {
      errors: number
      statusCodeStats: Record<string, { count: number }>
      duration: number
      latency: { p50: number; p90: number; p99: number; p99_9: number }
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}
