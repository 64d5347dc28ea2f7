// Events, catalogues with their categories, trainers, locations and files.
import TreeIcon from '@mui/icons-material/AccountTreeOutlined'
import FileIcon from '@mui/icons-material/AttachFile'
import TrainerIcon from '@mui/icons-material/CoPresentOutlined'
import EventIcon from '@mui/icons-material/MenuBookOutlined'
import LocationIcon from '@mui/icons-material/PlaceOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { catalogueTexts } from './texts.ts'

const EventList = lazyComponent(async () => (await import('./events/event-list.tsx')).EventList)
const EventPage = lazyComponent(
  async () => (await import('./events/event-page.tsx')).EventPage,
  async () => (await import('./events/hint-texts.ts')).hintTexts,
)
const EventCreate = lazyComponent(async () => (await import('./events/event-create.tsx')).EventCreate)
const CategoryTreePage = lazyComponent(
  async () => (await import('./categories/category-tree-page.tsx')).CategoryTreePage,
)
const CategoryEdit = lazyComponent(async () => (await import('./categories/category-pages.tsx')).CategoryEdit)
const CategoryCreate = lazyComponent(
  async () => (await import('./categories/category-pages.tsx')).CategoryCreate,
)
const CatalogueEdit = lazyComponent(
  async () => (await import('./categories/category-pages.tsx')).CatalogueEdit,
)
const CatalogueCreate = lazyComponent(
  async () => (await import('./categories/category-pages.tsx')).CatalogueCreate,
)
const TrainerList = lazyComponent(async () => (await import('./trainers.tsx')).TrainerList)
const TrainerPage = lazyComponent(async () => (await import('./trainer-page.tsx')).TrainerPage)
const TrainerCreate = lazyComponent(async () => (await import('./trainers.tsx')).TrainerCreate)
const LocationList = lazyComponent(async () => (await import('./locations.tsx')).LocationList)
const LocationPage = lazyComponent(async () => (await import('./location-page.tsx')).LocationPage)
const LocationCreate = lazyComponent(async () => (await import('./locations.tsx')).LocationCreate)
const FileList = lazyComponent(async () => (await import('./files/file-pages.tsx')).FileList)
const FileEdit = lazyComponent(async () => (await import('./files/file-pages.tsx')).FileEdit)
const FileCreate = lazyComponent(async () => (await import('./files/file-pages.tsx')).FileCreate)

const right = { create: 'catalogue:edit', delete: 'catalogue:edit' } as const

export const section: OfficeSection = {
  resources: [
    {
      name: 'events',
      list: <EventList />,
      edit: <EventPage />,
      create: <EventCreate />,
      recordRepresentation: 'title',
      right,
    },
    {
      name: 'catalogue-categories',
      list: <CategoryTreePage />,
      edit: <CategoryEdit />,
      create: <CategoryCreate />,
      recordRepresentation: 'name',
      subject: 'catalogue_category',
      right,
    },
    {
      name: 'catalogues',
      list: <CategoryTreePage />,
      edit: <CatalogueEdit />,
      create: <CatalogueCreate />,
      recordRepresentation: 'name',
      subject: 'catalogue',
      right,
    },
    {
      name: 'trainers',
      list: <TrainerList />,
      edit: <TrainerPage />,
      create: <TrainerCreate />,
      recordRepresentation: 'name',
      right,
    },
    {
      name: 'locations',
      list: <LocationList />,
      edit: <LocationPage />,
      create: <LocationCreate />,
      recordRepresentation: 'name',
      subject: 'contact',
      right,
    },
    {
      name: 'files',
      list: <FileList />,
      edit: <FileEdit />,
      create: <FileCreate />,
      recordRepresentation: 'name',
      right,
    },
  ],
  menu: [
    { to: '/events', text: 'catalogue.menu.events', icon: <EventIcon />, group: 'catalogue', order: 10 },
    {
      to: '/catalogue-categories',
      text: 'catalogue.menu.tree',
      icon: <TreeIcon />,
      group: 'catalogue',
      order: 30,
    },
    {
      to: '/trainers',
      text: 'catalogue.menu.trainers',
      icon: <TrainerIcon />,
      group: 'catalogue',
      order: 40,
    },
    {
      to: '/locations',
      text: 'catalogue.menu.locations',
      icon: <LocationIcon />,
      group: 'catalogue',
      order: 50,
    },
    { to: '/files', text: 'catalogue.menu.files', icon: <FileIcon />, group: 'catalogue', order: 60 },
  ],
  texts: catalogueTexts,
}
