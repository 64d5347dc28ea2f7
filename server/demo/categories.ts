// The demo's data set: catalogues and their categories.
import type { CatalogueCategory } from '../catalogue/contract/child-rows.schema.ts'
import { areas, topics } from './topics.ts'

export const catalogs = [
  { id: 1, name: 'Offene Seminare' },
  { id: 2, name: 'Inhouse' },
  { id: 3, name: 'Online-Akademie' },
]

type Area = (typeof areas)[number]

/** Fields in the order of the interface. */
const category = (
  id: number,
  [name, description, footer]: readonly [string, string, string],
  [, color, icon]: Area,
  [catalogId, parent]: readonly [number, number],
): CatalogueCategory => ({
  eventcat_id: id,
  lang_id: 'de',
  eventcatname_name: name,
  eventcat_desc: description,
  eventcat_footerdesc: footer,
  eventcat_color: color,
  font_icon: icon,
  diskitem_file: '',
  diskitem_id: 0,
  catalog_id: catalogId,
  eventcat_parent: parent,
  catalog_protected: catalogId === 2,
})

/** Six areas in each catalogue, with their topics below them. */
function allCategories(): CatalogueCategory[] {
  const list: CatalogueCategory[] = []
  for (const catalog of catalogs)
    for (const area of areas) {
      const footer = `Fragen zum Bereich ${area[0]}? Wir beraten Sie gern.`
      const parent = list.push(category(list.length + 1, [area[0], area[3], footer], area, [catalog.id, 0]))
      for (const topic of topics.filter((one) => one.area === area[0])) {
        const text = `${topic.name} im Katalog ${catalog.name}: für ${topic.audience}.`
        list.push(category(list.length + 1, [topic.name, text, ''], area, [catalog.id, parent]))
      }
    }
  return list
}
export const categories: readonly CatalogueCategory[] = allCategories()
