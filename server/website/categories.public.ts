// GET /categories.
import Type from 'typebox'
import type { CategoryEntry } from '../catalogue/read-model/lookup-tables.ts'
import { Id, nullable, record } from '../platform/ground/schema.ts'
import { publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { compareTexts } from './cursor.ts'
import { json, respondFromCatalogue } from './respond.ts'

type CategoryNode = { id: number; name: string; language: string | null; children: CategoryNode[] }

// A schema of the form of its own entries, which OpenAPI resolves in the document and the validator in the schema.
const PublicCategory = record(
  {
    id: Id,
    name: Type.String(),
    language: nullable(Type.String({ description: 'ISO 639-1; null: not known' })),
    children: Type.Array(Type.Object({}), { description: 'The categories below it, of the same form' }),
  },
  'PublicCategory',
)

export const getCategories = publicEndpoint({
  path: '/categories',
  id: 'getCategories',
  tag: 'Categories',
  summary: 'The tree of categories',
  description: 'Protected categories, and those below them, are left out.',
  response: record({ data: Type.Array(PublicCategory) }),
  examples: {
    response: { data: [{ id: 1, name: 'Data Science', language: 'en', children: [] }] },
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, ({ lookupTables }) => {
      const { catalogueIds } = request.key
      const open = [...lookupTables.categories.values()].filter(
        ({ isProtected, catalogueId }) =>
          !isProtected && (catalogueIds.length === 0 || catalogueIds.includes(catalogueId)),
      )
      const ids = new Set(open.map(({ id }) => id))
      // A category whose parent belongs to another catalogue begins a tree of its own.
      const isHidden = (id: number) => lookupTables.categories.get(id)?.isProtected === true
      const toNode = ({ id, name, language }: CategoryEntry): CategoryNode => ({
        id,
        name,
        language: /^[a-z]{2}$/i.test(language) ? language.toLowerCase() : null,
        children: childrenOf(id),
      })
      const childrenOf = (parentId: number): CategoryNode[] =>
        open
          .filter((one) => one.parentId === parentId)
          .sort(byName)
          .map(toNode)
      const roots = open.filter(({ parentId }) => !ids.has(parentId) && !isHidden(parentId))
      return json({ data: roots.sort(byName).map(toNode) }, [])
    }),
})

const byName = (one: CategoryEntry, other: CategoryEntry) =>
  compareTexts(one.name, other.name) || one.id - other.id
