import { scriptUrl } from './core/url.js';
import { setLanguage, t } from './i18n/i18n.js';
import { finishSignIn, signIn } from './net/auth.js';
import { library } from './state/library.js';
import { route } from './state/route.js';
import { settings } from './state/settings.js';
import { start } from './state/sync.js';
import { button, el } from './ui/el.js';
import { toast } from './ui/toast.js';

const { language } = settings.values;
setLanguage(language);
document.title = t('app');
applySettings();
settings.addEventListener('change', applySettings);

function applySettings() {
  document.documentElement.dataset.theme = settings.values.theme;
  // Reloading updates all texts. Drafts and the route survive.
  if (settings.values.language !== language) location.reload();
}

// Modules with texts must load after the language is set.
const shell = import('./ui/shell.js');
let problem = '';
const session = await finishSignIn().catch((error) => {
  problem = error.detail ?? t('signIn.failed');
  return null;
});
const app = /** @type {HTMLElement} */ (document.getElementById('app'));
if (session) {
  const page = await shell;
  route.read();
  // Pages other than the list need counts, too.
  library.view(route.now.place, route.now.q, settings.values.sort);
  await library.open(session.db);
  app.replaceChildren(page.shell);
  page.startShell();
  start(session);
  const { serviceWorker } = navigator;
  serviceWorker?.register(scriptUrl('/app/sw.js'), { scope: '/' }).catch(() => {});
  serviceWorker?.addEventListener('message', () => {
    toast(t('update.ready'), { action: { text: t('update.reload'), run: () => location.reload() } });
  });
} else {
  app.replaceChildren(signInPage(problem));
}

/**
 * Returns the sign-in page.
 * @param {string} problem why the last attempt failed, or an empty string
 */
function signInPage(problem) {
  const shared = el('input', { type: 'checkbox' });
  // This page has no other live region.
  const error = el('p', { class: 'error', role: 'alert' }, problem);
  const onclick = () =>
    signIn({ shared: shared.checked }).catch(() => {
      error.textContent = t('signIn.failed');
    });
  return el(
    'main',
    { class: 'sign-in stack' },
    el('img', { src: '/app/icon.svg', alt: '', width: 56, height: 56 }),
    el('h1', {}, t('app')),
    el('p', { class: 'muted' }, t('signIn.hint')),
    button('button primary', onclick, t('signIn')),
    el('label', { class: 'row' }, shared, t('signIn.shared')),
    el('p', { class: 'hint' }, t('signIn.shared.hint')),
    error,
  );
}
