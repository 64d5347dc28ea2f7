// Loaded into a service: its clock jumps once a second, by up to 26 hours.
const right = Date.now
const hour = 3_600_000
let ahead = 0
setInterval(() => {
  ahead = Math.round((Math.random() * 2 - 1) * 26 * hour)
}, 1000).unref()
globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(right() + ahead)
  }
  static now() {
    return right() + ahead
  }
}
