// The back office in a real browser. One service and one browser for all: the parts stand beside.
import './sign-in.ts'
import './catalogue.ts'
import './crm.ts'
import './walkthrough.ts'
import './imports.ts'
import './accessibility.ts'
import './narrow-screen.ts'
