import { render } from 'preact';
import { Page } from './frame/page.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/setup.css';
import './styles/document.css';
import './styles/results.css';

const app = document.getElementById('app');
if (app) render(<Page />, app);
