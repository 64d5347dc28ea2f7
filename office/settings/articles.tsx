// Articles of invoice confirmations.
import ArticleIcon from '@mui/icons-material/Inventory2Outlined'
import { simpleRecord } from '../shell/page/simple-record.tsx'

const units = [
  { id: 'piece', name: 'settings.unit.piece' },
  { id: 'day', name: 'settings.unit.day' },
]

export const section = simpleRecord('articles', {
  right: '100100',
  menu: { icon: <ArticleIcon />, group: 'billing', order: 90 },
  fields: {
    name: { required: true },
    articleNo: {},
    description: { input: 'multiline' },
    price: { input: 'money' },
    vatIncluded: { input: 'boolean', help: 'settings.vatIncludedHelp' },
    vatRate: { input: { min: 0, max: 100 } },
    unit: { input: { choices: units }, required: true },
    currency: { required: true, narrow: true },
  },
  columns: ['articleNo', 'name', 'price', 'vatRate'],
  unsorted: ['vatRate'],
  defaultValues: { currency: 'EUR', unit: 'piece', vatRate: 19, vatIncluded: false },
})
