import { scriptUrl } from './core/url.js';
import { setLanguage, t } from './i18n/i18n.js';
import { finishSignIn } from './net/auth.js';
import { library } from './state/library.js';
import { route } from './state/route.js';
import { settings } from './state/settings.js';
import { start } from './state/sync.js';
import { toast } from './ui/toast.js';

const { language } = settings.values;
setLanguage(language);
document.title = t('app');
applySettings();
settings.addEventListener('change', applySettings);

function applySettings() {
  document.documentElement.dataset.theme = settings.values.theme;
  // Texts are everywhere. Drafts and the route survive.
  if (settings.values.language !== language) location.reload();
}

// Modules with texts must not run before the language is known.
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
  app.replaceChildren((await import('./ui/pages.js')).signInPage(problem));
}
