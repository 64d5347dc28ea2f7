// The pages and files for visitors, at the root of the server.
import { trainerPage } from './attendance/trainer.page.ts'
import { verifyPage, withdrawnList } from './documents/certificates/verify.page.ts'
import { feedbackPage } from './feedback/feedback.page.ts'
import { confirmPage } from './newsletter/confirm.page.ts'
import { problemPage } from './platform/pages/problem.page.ts'
import type { PublicFile } from './platform/pages/public-files.ts'
import type { PublicPage } from './platform/pages/public-pages.ts'
import type { WebsitePage } from './platform/pages/website-pages.ts'
import { confirmBookingPage } from './website/booking/confirmation/confirm.page.ts'
import { companyPage } from './website/booking/page/company.page.ts'
import {
  companyDocumentFile,
  orderDocumentFile,
  seatDocumentFile,
} from './website/booking/page/documents.file.ts'
import { orderPage } from './website/booking/page/order.page.ts'
import { requestLinkPage } from './website/booking/page/request-link.page.ts'
import { seatPage } from './website/booking/page/seat.page.ts'
import { dateAlertPage } from './website/date-alerts/alert.page.ts'
import { newDatesPage } from './website/date-alerts/new-dates.page.ts'
import { legalPage } from './website/legal/legal.page.ts'
import { renewable } from './website/links/renewable-page.ts'
import { basketPage } from './website/pages/basket.page.ts'
import { bookPage } from './website/pages/book.page.ts'
import { inNameOf } from './website/pages/clients-of-links.ts'
import { datesPage } from './website/pages/dates.page.ts'
import { enquiryPage } from './website/pages/enquiry.page.ts'
import { eventPage } from './website/pages/event.page.ts'
import { feedPages } from './website/pages/feeds.page.ts'
import { fontFile } from './website/pages/font.file.ts'
import { iconFiles } from './website/pages/icon.file.ts'
import { logoFile } from './website/pages/logo.file.ts'
import { robotsFile } from './website/pages/robots.file.ts'
import { rootPage } from './website/pages/root.page.ts'
import { withdrawPage } from './website/withdrawal/withdraw.page.ts'

/** Of the catalogue. */
export const websitePages: readonly WebsitePage[] = [
  rootPage,
  datesPage,
  eventPage,
  enquiryPage,
  bookPage,
  basketPage,
  newDatesPage,
  ...feedPages,
]

/** By a link, or of the law. */
export const publicPages: readonly PublicPage[] = [
  inNameOf('consent', confirmPage),
  inNameOf('attendance', renewable('attendance', trainerPage)),
  inNameOf('feedback', feedbackPage),
  inNameOf('order', renewable('order', orderPage)),
  inNameOf('seat', renewable('seat', seatPage)),
  renewable('company', companyPage),
  inNameOf('pendingBooking', confirmBookingPage),
  requestLinkPage,
  dateAlertPage,
  withdrawPage,
  legalPage,
  verifyPage,
  problemPage,
]

export const publicFiles: readonly PublicFile[] = [
  withdrawnList,
  logoFile,
  fontFile,
  ...iconFiles,
  robotsFile,
  orderDocumentFile,
  seatDocumentFile,
  companyDocumentFile,
]
