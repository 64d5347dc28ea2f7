curl -s -G 'https://kontor.example/public/v1/dates' -d key=pk_demo \
  -d city=Hamburg,Berlin -d availability=available,few -d sort=price -d limit=20
curl -s -G 'https://kontor.example/public/v1/facets' -d key=pk_demo -d city=Hamburg,Berlin
