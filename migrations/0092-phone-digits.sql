-- rolling: the same digits, found faster
-- Without the plan of an SQL function for each call, and without patterns where letters do.
create or replace function phone_digits(country_code text, area_code text, number text, home text) returns text
language plpgsql immutable parallel safe as $$
declare
  local text := btrim(replace(area_code || ' ' || number, '(0)', ''));
  all_digits text := translate(local, translate(local, '0123456789', ''), '');
  code text := ltrim(translate(country_code, translate(country_code, '0123456789', ''), ''), '0');
  is_international boolean := left(local, 1) = '+' or left(local, 2) = '00';
begin
  if code = '' and not is_international then
    return case when ltrim(all_digits, '0') = '' then '' else home || ltrim(all_digits, '0') end;
  end if;
  return regexp_replace(case when is_international then ltrim(all_digits, '0') else code || all_digits end, '^(?!(?:39|378|379)0)((?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9]))0+', '\1');
end $$;
