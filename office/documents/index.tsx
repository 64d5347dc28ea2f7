// Documents of dates, certificates, and the letterheads of clients.
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { documentsTexts } from './texts.ts'

const CertificateList = lazyComponent(async () => (await import('./certificate-list.tsx')).CertificateList)
const CertificatesPage = lazyComponent(async () => (await import('./certificates-page.tsx')).CertificatesPage)
const LetterheadPage = lazyComponent(async () => (await import('./letterhead-page.tsx')).LetterheadPage)

const right = 'booking:access'

export const section: OfficeSection = {
  resources: [
    { name: 'certificates', list: <CertificateList />, right },
    { name: 'letterheads', edit: <LetterheadPage />, right: 'admin', subject: 'client' },
  ],
  routes: [{ path: '/dates/:dateId/certificates', element: <CertificatesPage />, right }],
  texts: documentsTexts,
}
