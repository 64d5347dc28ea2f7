// The section of websites: keys of the public interface, the terms that visitors accept, vouchers, withdrawals, and the settings of the pages for visitors.
import WebsiteIcon from '@mui/icons-material/LanguageOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { websiteTexts } from './website-texts.ts'

const keyTexts = async () => (await import('./key-texts.ts')).keyTexts
const KeyList = lazyComponent(async () => (await import('./key-list.tsx')).KeyList, keyTexts)
const KeyCreate = lazyComponent(async () => (await import('./key-form.tsx')).KeyCreate, keyTexts)
const KeyPage = lazyComponent(async () => (await import('./key-page.tsx')).KeyPage, keyTexts)
const termsTexts = async () => (await import('./terms-texts.ts')).termsTexts
const TermsList = lazyComponent(async () => (await import('./terms-pages.tsx')).TermsList, termsTexts)
const TermsCreate = lazyComponent(async () => (await import('./terms-pages.tsx')).TermsCreate, termsTexts)
const TermsEdit = lazyComponent(async () => (await import('./terms-pages.tsx')).TermsEdit, termsTexts)
const PagesPage = lazyComponent(
  async () => (await import('./pages-page.tsx')).PagesPage,
  async () => (await import('./pages-texts.ts')).pagesTexts,
  async () => (await import('./readiness-texts.ts')).readinessTexts,
)
const legalTexts = async () => (await import('./legal-texts.ts')).legalTexts
const LegalList = lazyComponent(async () => (await import('./legal-pages.tsx')).LegalList, legalTexts)
const LegalCreate = lazyComponent(async () => (await import('./legal-pages.tsx')).LegalCreate, legalTexts)
const LegalEdit = lazyComponent(async () => (await import('./legal-pages.tsx')).LegalEdit, legalTexts)
const voucherTexts = async () => (await import('./voucher-texts.ts')).voucherTexts
const VoucherList = lazyComponent(async () => (await import('./voucher-pages.tsx')).VoucherList, voucherTexts)
const VoucherCreate = lazyComponent(
  async () => (await import('./voucher-pages.tsx')).VoucherCreate,
  voucherTexts,
)
const VoucherEdit = lazyComponent(async () => (await import('./voucher-pages.tsx')).VoucherEdit, voucherTexts)
const withdrawalTexts = async () => (await import('./withdrawal-texts.ts')).withdrawalTexts
const WithdrawalList = lazyComponent(
  async () => (await import('./withdrawal-pages.tsx')).WithdrawalList,
  withdrawalTexts,
)
const WithdrawalPage = lazyComponent(
  async () => (await import('./withdrawal-pages.tsx')).WithdrawalPage,
  withdrawalTexts,
)

const right = 'website'

export const section: OfficeSection = {
  resources: [
    {
      name: 'website-keys',
      subject: 'website_key',
      list: <KeyList />,
      create: <KeyCreate />,
      edit: <KeyPage />,
      recordRepresentation: 'name',
      right,
    },
    {
      name: 'terms-documents',
      subject: 'terms_document',
      list: <TermsList />,
      create: <TermsCreate />,
      edit: <TermsEdit />,
      recordRepresentation: 'title',
      right,
    },
    {
      name: 'legal-pages',
      subject: 'legal_page',
      list: <LegalList />,
      create: <LegalCreate />,
      edit: <LegalEdit />,
      recordRepresentation: 'id',
      right,
    },
    {
      name: 'vouchers',
      subject: 'voucher',
      list: <VoucherList />,
      create: <VoucherCreate />,
      edit: <VoucherEdit />,
      recordRepresentation: 'code',
      right,
    },
    {
      name: 'withdrawals',
      subject: 'withdrawal',
      list: <WithdrawalList />,
      edit: <WithdrawalPage />,
      recordRepresentation: 'name',
      right: 'booking:access',
    },
  ],
  routes: [{ path: '/website-pages', element: <PagesPage />, right }],
  menu: [
    {
      to: '/website-keys',
      text: 'website.menu',
      icon: <WebsiteIcon />,
      group: 'settings',
      order: 25,
      right,
    },
  ],
  texts: websiteTexts,
}
