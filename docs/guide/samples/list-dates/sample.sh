curl -s 'https://kontor.example/public/v1/dates?limit=5&key=pk_demo'
