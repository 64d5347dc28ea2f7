/** The resource of a record: persons and locations are contacts. */
export const resourceOf = ({ contactType }: { contactType: string }): 'companies' | 'contacts' =>
  contactType === 'company' ? 'companies' : 'contacts'
