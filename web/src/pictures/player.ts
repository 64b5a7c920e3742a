/** What a written page runs. */
import { show } from './page'

show()
