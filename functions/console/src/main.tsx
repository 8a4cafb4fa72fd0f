/** The console's entry: the styles, the session, and the one element that everything is drawn into. */
import { render } from 'preact';
import { App } from './app.tsx';
import { restoreSession } from './session/session.ts';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element for the console');
void restoreSession();
render(<App />, place);
