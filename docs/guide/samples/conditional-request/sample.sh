url='https://kontor.example/public/v1/dates?limit=5&key=pk_demo'
curl -s --etag-save etag.txt -o dates.json -w '%{http_code}\n' "$url"
curl -s --etag-compare etag.txt -o dates.json -w '%{http_code}\n' "$url"
