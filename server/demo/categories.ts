// The demo's data set: catalogues and their categories.
import type { CatalogueCategory } from '../catalogue/parts.schema.ts'
import { areas, topics } from './topics.ts'

export const catalogs = [
  { id: 1, name: 'Offene Seminare' },
  { id: 2, name: 'Inhouse' },
  { id: 3, name: 'Online-Akademie' },
]

/** Six areas in each catalogue, each with its topics. */
function allCategories(): CatalogueCategory[] {
  const list: CatalogueCategory[] = []
  for (const { id: catalog_id, name: catalog } of catalogs) {
    for (const [area, color, icon, text] of areas) {
      const common = {
        lang_id: 'de',
        eventcat_color: color,
        font_icon: icon,
        diskitem_file: '',
        diskitem_id: 0,
        catalog_id,
        catalog_protected: catalog_id === 2,
      }
      const parent = list.push({
        ...common,
        eventcat_id: list.length + 1,
        eventcatname_name: area,
        eventcat_desc: text,
        eventcat_footerdesc: `Fragen zum Bereich ${area}? Wir beraten Sie gern.`,
        eventcat_parent: 0,
      })
      for (const topic of topics.filter((one) => one.area === area))
        list.push({
          ...common,
          eventcat_id: list.length + 1,
          eventcatname_name: topic.name,
          eventcat_desc: `${topic.name} im Katalog ${catalog}: für ${topic.audience}.`,
          eventcat_footerdesc: '',
          eventcat_parent: parent,
        })
    }
  }
  return list
}
export const categories: readonly CatalogueCategory[] = allCategories()
