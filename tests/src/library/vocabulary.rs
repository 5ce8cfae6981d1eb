//! The words of generated text.

use std::collections::HashSet;
use std::sync::LazyLock;

use rand::RngExt;
use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The number of English words, and the number of Chinese words.
const ENGLISH: usize = 8_000;
const CHINESE: usize = 5_000;

/// The number of the most frequent Chinese words, which consist of one character.
const SINGLE: usize = 150;

/// The parts of an English syllable. They contain no `q`, because the planted words do.
const ONSETS: [&str; 22] = [
    "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "pl", "ch", "sh",
    "br", "",
];
const VOWELS: [&str; 10] = ["a", "e", "i", "o", "u", "a", "e", "o", "ea", "ou"];
const CODAS: [&str; 12] = ["", "", "", "n", "r", "s", "t", "l", "d", "m", "ng", "ck"];

/// Characters of everyday Chinese, roughly by frequency.
const CHARACTERS: &str = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里\
用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此\
已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次\
度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件\
计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死\
张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运片图照旅游音乐电影菜谱茶咖啡设计健康房屋租车票猫狗花园湖桥店";

/// The words of both languages.
pub(super) struct Vocabulary {
    english: Words,
    chinese: Words,
}

/// The words of a language, most frequent first.
struct Words {
    words: Vec<String>,
    frequencies: WeightedIndex<f64>,
}

/// The shared vocabulary.
pub(super) static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::new);

impl Vocabulary {
    fn new() -> Self {
        let mut rng = StdRng::seed_from_u64(0);
        let english = Words::of(ENGLISH, |rank| english_word(&mut rng, rank));
        let characters: Vec<char> = CHARACTERS.chars().collect();
        let frequencies = zipf(characters.len());
        let chinese = Words::of(CHINESE, |rank| {
            let length = if rank < SINGLE { 1 } else { 2 + usize::from(rng.random_ratio(1, 8)) };
            (0..length).map(|_| characters[frequencies.sample(&mut rng)]).collect()
        });
        Self { english, chinese }
    }

    /// Returns an English word.
    pub(super) fn english(&self, rng: &mut StdRng) -> &str {
        self.english.pick(rng)
    }

    /// Returns Chinese text with this number of characters.
    pub(super) fn chinese(&self, rng: &mut StdRng, characters: usize) -> String {
        let mut text = String::new();
        while text.chars().count() < characters {
            text.push_str(self.chinese.pick(rng));
        }
        text.chars().take(characters).collect()
    }
}

impl Words {
    /// Collects this number of different words.
    fn of(count: usize, mut word: impl FnMut(usize) -> String) -> Self {
        let mut seen = HashSet::new();
        let mut words = Vec::with_capacity(count);
        while words.len() < count {
            let word = word(words.len());
            if seen.insert(word.clone()) {
                words.push(word);
            }
        }
        Self { words, frequencies: zipf(count) }
    }

    fn pick(&self, rng: &mut StdRng) -> &str {
        &self.words[self.frequencies.sample(rng)]
    }
}

/// Returns an English word. Frequent words are short.
fn english_word(rng: &mut StdRng, rank: usize) -> String {
    let syllables = match rank {
        0..80 => 1,
        80..1_500 => 2,
        _ => rng.random_range(2..=4),
    };
    let mut pick = |parts: &[&'static str]| *parts.choose(rng).expect("there are parts");
    (0..syllables).flat_map(|_| [pick(&ONSETS), pick(&VOWELS), pick(&CODAS)]).collect()
}

/// Returns a distribution in which the n-th of `count` words occurs about 1/n as often as the first. The first words differ less,
/// as in real text (Mandelbrot's form of the law).
fn zipf(count: usize) -> WeightedIndex<f64> {
    let ranks = (0..u32::try_from(count).expect("a vocabulary is small")).map(f64::from);
    WeightedIndex::new(ranks.map(|rank| 1.0 / (rank + 2.7))).expect("each weight is above zero")
}
