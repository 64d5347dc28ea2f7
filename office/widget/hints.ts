// The second file of the widget, v1-hints.js: what the review of a booking needs, and a list of dates does not.
export { hintsOf } from '../../website/form-hints.ts'
