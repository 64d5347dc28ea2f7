// The categories of all catalogues as trees, each level ordered by name.
import { useMemo } from 'react'
import { useGetList } from 'react-admin'
import type { RowOf } from '../../shell/api/endpoints.ts'

export type Category = RowOf<'catalogue-categories'>
export type Catalogue = RowOf<'catalogues'>

export interface CategoryNode {
  category: Category
  children: CategoryNode[]
}

/** Builds trees of categories. Categories without a known parent are roots. */
export function buildCategoryTree(categories: readonly Category[], language: string): CategoryNode[] {
  const collator = new Intl.Collator(language, { numeric: true })
  const nodes = new Map(
    categories.map((category) => [category.id, { category, children: [] as CategoryNode[] }]),
  )
  const roots: CategoryNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.category.parentId)
    ;(parent?.children ?? roots).push(node)
  }
  const order = (list: CategoryNode[]): CategoryNode[] => {
    list.sort((a, b) => collator.compare(a.category.name, b.category.name))
    for (const { children } of list) order(children)
    return list
  }
  return order(roots)
}

/** The ids of a category and of its subcategories at any depth. */
export const subtreeIds = ({ category, children }: CategoryNode): number[] => [
  category.id,
  ...children.flatMap(subtreeIds),
]

export interface CategoryChoice {
  id: number
  /** The names from the root: `A › B`. */
  path: string
  name: string
  depth: number
  catalogueId: number
}

export const categoryChoices = (
  nodes: readonly CategoryNode[],
  parentPath = '',
  depth = 0,
): CategoryChoice[] =>
  nodes.flatMap(({ category, children }) => {
    const path = parentPath ? `${parentPath} › ${category.name}` : category.name
    return [
      { id: category.id, path, name: category.name, depth, catalogueId: category.catalogueId },
      ...categoryChoices(children, path, depth + 1),
    ]
  })

const allCategoriesQuery = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'name', order: 'ASC' as const },
}

export const useCategories = () => useGetList<Category>('catalogue-categories', allCategoriesQuery)
export const useCatalogues = () =>
  useGetList<Catalogue>('catalogues', {
    ...allCategoriesQuery,
    sort: { field: 'name', order: 'ASC' },
  })

/** Names of categories by id. */
export function useCategoryNames(): ReadonlyMap<number, string> {
  const { data } = useCategories()
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data])
}
