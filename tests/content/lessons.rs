//! Lessons and the words of the games as shipped: enough of them for each game, every line
//! proved, in both languages, with characters that the fonts have.

use std::collections::BTreeSet;
use std::fs;

use tianyuan::content::glossary::{self, Glossary, read_glossary};
use tianyuan::content::lessons::prove::prove;
use tianyuan::content::lessons::{self, Course, Task, read_course};
use tianyuan::content::messages::LocalizedText;
use tianyuan::content::{KAI, SANS, assets_folder};
use tianyuan::games::registry::{self, GAMES};

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(assets_folder().join(path)).map_err(|error| error.to_string())
}

fn courses() -> Vec<Course> {
    let loaded = lessons::load(read);
    assert_eq!(loaded.errors, []);
    loaded.courses
}

fn glossaries() -> Vec<Glossary> {
    let loaded = glossary::load(read);
    assert_eq!(loaded.errors, []);
    loaded.glossaries
}

#[test]
fn every_game_has_a_course_from_the_first_steps() {
    let courses = courses();
    for game in GAMES {
        let basics = courses.iter().find(|it| it.game == game.id() && it.id == "basics");
        let lessons = basics.map_or(0, |course| course.lessons.len());
        // Of tic-tac-toe there is less to learn.
        let is_small = game.start(&Default::default()).unwrap().board().files == 3;
        assert!(lessons >= if is_small { 6 } else { 10 }, "{}: {lessons} lessons", game.id());
    }
}

#[test]
fn the_words_of_most_games_are_explained() {
    for glossary in glossaries() {
        let terms = glossary.terms.len();
        assert!(terms >= 25, "{}: {terms} terms", glossary.game);
        let boards = glossary.terms.iter().filter(|term| term.board.is_some()).count();
        assert!(2 * boards >= terms, "{}: {boards} boards", glossary.game);
    }
}

#[test]
fn every_line_of_a_lesson_is_proved() {
    for course in courses() {
        let game = registry::find(&course.game).unwrap();
        let (proved, errors) = prove(game, &course);
        assert_eq!(errors, [], "{} {}", course.game, course.id);
        let lines = course.lessons.iter().flat_map(|lesson| &lesson.steps);
        let lines = lines.filter(|step| matches!(step.task, Some(Task::Solve(_)))).count();
        assert_eq!(proved, lines);
    }
}

#[test]
fn lessons_link_to_levels_that_there_are() {
    let levels = tianyuan::content::levels::load(|path| {
        fs::read_to_string(tianyuan::content::levels_folder().join(path))
    });
    let mut linked = 0;
    for course in courses() {
        let packs = levels.packs.iter().filter(|(_, pack)| pack.game == course.game);
        let packs: Vec<_> = packs.map(|(_, pack)| pack).collect();
        for lesson in &course.lessons {
            for name in &lesson.teaches {
                let mut titles = packs.iter().flat_map(|pack| &pack.levels);
                let is_title = titles.any(|level| level.title.get("en") == Some(name));
                let is_pack = packs.iter().any(|pack| pack.id == *name);
                assert!(is_title || is_pack, "{} {}: {name}", course.id, lesson.id);
                linked += 1;
            }
        }
    }
    assert!(linked >= 10, "{linked} links");
}

#[test]
fn every_level_has_a_lesson_that_teaches_its_motif() {
    let levels = tianyuan::content::levels::load(|path| {
        fs::read_to_string(tianyuan::content::levels_folder().join(path))
    });
    let courses = courses();
    for (_, pack) in &levels.packs {
        let of_game = courses.iter().filter(|course| course.game == pack.game);
        let lessons: Vec<_> = of_game.flat_map(|course| &course.lessons).collect();
        for level in &pack.levels {
            let taught = lessons.iter().any(|lesson| lesson.teaches(pack, level));
            assert!(taught, "{} {}", pack.id, level.id);
        }
    }
}

/// The titles, and the other texts.
fn texts() -> (Vec<LocalizedText>, Vec<LocalizedText>) {
    let (mut titles, mut texts) = (Vec::new(), Vec::new());
    for course in courses() {
        titles.push(course.title);
        texts.push(course.description);
        for lesson in course.lessons {
            titles.push(lesson.title);
            for step in lesson.steps {
                texts.push(step.text);
                match step.task {
                    Some(Task::Move(task)) => {
                        texts.extend([task.otherwise, task.done]);
                        texts.extend(task.wrong.into_iter().map(|wrong| wrong.why));
                    }
                    Some(Task::Solve(task)) => {
                        texts.extend([task.otherwise, task.done]);
                        texts.extend(task.wrong.into_iter().map(|wrong| wrong.why));
                    }
                    Some(Task::Choice(answers)) => {
                        texts.extend(answers.into_iter().flat_map(|it| [it.text, it.why]));
                    }
                    Some(Task::Play(task)) => texts.extend([task.done, task.missed]),
                    None => {}
                }
            }
        }
    }
    for glossary in glossaries() {
        for term in glossary.terms {
            titles.push(term.name);
            texts.push(term.text);
        }
    }
    (titles, texts)
}

#[test]
fn lessons_speak_quietly_and_the_fonts_have_their_characters() {
    let (titles, texts) = texts();
    for text in titles.iter().chain(&texts).flat_map(LocalizedText::values) {
        assert!(!text.contains(['!', '！', '…']) && !text.contains("..."), "{text}");
    }
    let characters = |texts: &[LocalizedText]| -> BTreeSet<char> {
        texts.iter().flat_map(|text| text.values()).flat_map(|text| text.chars()).collect()
    };
    let both: BTreeSet<char> = &characters(&titles) | &characters(&texts);
    for (font, shown) in [(KAI, characters(&titles)), (SANS, both)] {
        let bytes = fs::read(assets_folder().join(font)).unwrap();
        let face = ttf_parser::Face::parse(&bytes, 0).unwrap();
        let is_missing = |c: &&char| !c.is_control() && face.glyph_index(**c).is_none();
        let missing: String = shown.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{font} lacks {missing}");
    }
}

#[test]
fn errors_in_lessons_name_the_file_the_line_and_the_step() {
    let text = read("lessons/tictactoe-basics.ron").unwrap();
    let wrong = text.replacen("accept: [\"", "accept: [\"z9", 1);
    assert_ne!(text, wrong);
    let error = read_course("x.ron", &wrong).unwrap_err();
    assert!(error.line.is_some_and(|line| line > 10), "{error}");
    let error = error.to_string();
    assert!(error.starts_with("x.ron, line ") && error.contains("step "), "{error}");
    let error = read_course("x.ron", &text.replacen("version: 1", "version: 2", 1)).unwrap_err();
    assert!(error.to_string().contains("version 2"), "{error}");
}

#[test]
fn hostile_lessons_and_glossaries_are_errors_and_never_panic() {
    let text = read("lessons/tictactoe-basics.ron").unwrap();
    for cut in (0..text.len()).step_by(997).filter(|&at| text.is_char_boundary(at)) {
        assert!(read_course("x.ron", &text[..cut]).is_err());
        assert!(read_glossary("x.ron", &text[..cut]).is_err());
    }
    let long = "(".repeat(300_000);
    assert!(read_course("x.ron", &long).is_err() && read_glossary("x.ron", &long).is_err());
    let none = "(version: 1, game: \"go\", terms: [])";
    assert!(
        read_glossary("x.ron", none).unwrap_err().to_string().contains("expected at least one")
    );
}
