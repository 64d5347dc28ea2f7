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

export interface CategoryNode {
  category: Category
  children: CategoryNode[]
}

/** Categories as trees; what hangs on nothing that is there stands at the top. */
export function buildCategoryTree(categories: readonly Category[], language: string): CategoryNode[] {
  const collator = new Intl.Collator(language, { numeric: true })
  const nodes = new Map(
    categories.map((category) => [category.id, { category, children: [] as CategoryNode[] }]),
  )
  const roots: CategoryNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.category.eventcat_parent)
    ;(parent?.children ?? roots).push(node)
  }
  const order = (list: CategoryNode[]): CategoryNode[] => {
    list.sort((a, b) => collator.compare(a.category.eventcatname_name, b.category.eventcatname_name))
    for (const { children } of list) order(children)
    return list
  }
  return order(roots)
}

/** The ids of a branch and of all below it. */
export const subtreeIds = ({ category, children }: CategoryNode): number[] => [
  category.id,
  ...children.flatMap(subtreeIds),
]

export interface CategoryChoice {
  id: number
  /** The way from the top, `A › B`. */
  path: string
  name: string
  depth: number
  catalog_id: number
}

export const categoryChoices = (
  nodes: readonly CategoryNode[],
  parentPath = '',
  depth = 0,
): CategoryChoice[] =>
  nodes.flatMap(({ category, children }) => {
    const path = parentPath ? `${parentPath} › ${category.eventcatname_name}` : category.eventcatname_name
    return [
      { id: category.id, path, name: category.eventcatname_name, depth, catalog_id: category.catalog_id },
      ...categoryChoices(children, path, depth + 1),
    ]
  })

const allCategoriesQuery = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'eventcatname_name', order: 'ASC' as const },
}

export const useCategories = () => useGetList<Category>('catalog-categories', allCategoriesQuery)
export const useCatalogues = () =>
  useGetList<{ id: number; name: string; version: number; category_count: number; date_count: number }>(
    'catalogs',
    {
      ...allCategoriesQuery,
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
