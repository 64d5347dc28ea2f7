/**
 * Why the prices of an event (alias `e`) have no VAT, as JSON: as the event says, otherwise as the provider says of all.
 */
export const vatExemption = `case
  when e.vat_exemption_de <> '' or e.vat_exemption_en <> '' then json_build_object('de', e.vat_exemption_de, 'en', e.vat_exemption_en)
  else coalesce((select json_build_object('de', p.vat_exemption, 'en', p.vat_exemption_en) from website_pages p), '{"de": "", "en": ""}') end`
