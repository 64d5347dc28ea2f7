// The categories of all catalogues as a tree, each level by name.
import { useMemo } from 'react'
import { useGetList } from 'react-admin'

export interface Category {
  id: number
  version: number
  eventcatname_name: string
  eventcat_color: string
  catalog_id: number
  eventcat_parent: number
  catalog_protected: boolean
  event_count: number
  children_count: number
}

export interface Branch {
  category: Category
  below: Branch[]
}

/** Categories as trees; what hangs on nothing that is there stands at the top. */
export function branchesOf(categories: readonly Category[], language: string): Branch[] {
  const collator = new Intl.Collator(language, { numeric: true })
  const branches = new Map(categories.map((category) => [category.id, { category, below: [] as Branch[] }]))
  const top: Branch[] = []
  for (const branch of branches.values()) {
    const parent = branches.get(branch.category.eventcat_parent)
    ;(parent?.below ?? top).push(branch)
  }
  const order = (list: Branch[]): Branch[] => {
    list.sort((a, b) => collator.compare(a.category.eventcatname_name, b.category.eventcatname_name))
    for (const { below } of list) order(below)
    return list
  }
  return order(top)
}

/** The ids of a branch and of all below it. */
export const idsOf = ({ category, below }: Branch): number[] => [category.id, ...below.flatMap(idsOf)]

export interface Choice {
  id: number
  /** The way from the top, `A › B`. */
  path: string
  name: string
  depth: number
  catalog_id: number
}

export const choicesOf = (branches: readonly Branch[], above = '', depth = 0): Choice[] =>
  branches.flatMap(({ category, below }) => {
    const path = above ? `${above} › ${category.eventcatname_name}` : category.eventcatname_name
    return [
      { id: category.id, path, name: category.eventcatname_name, depth, catalog_id: category.catalog_id },
      ...choicesOf(below, path, depth + 1),
    ]
  })

const all = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'eventcatname_name', order: 'ASC' as const },
}

export const useCategories = () => useGetList<Category>('catalog-categories', all)
export const useCatalogs = () =>
  useGetList<{ id: number; name: string; version: number; category_count: number; date_count: number }>(
    'catalogs',
    {
      ...all,
      sort: { field: 'name', order: 'ASC' },
    },
  )

/** Names of categories by id. */
export function useCategoryNames(): ReadonlyMap<number, string> {
  const { data } = useCategories()
  return useMemo(
    () => new Map((data ?? []).map(({ id, eventcatname_name }) => [id, eventcatname_name])),
    [data],
  )
}
