# The page of learning, lessons and words.
learn = Learn
learn-courses = Lessons
learn-words = Words
learn-rules = The rules in short
learn-laboratory = In the laboratory you can watch a computer think.
learn-no-words = There are no words for this game yet.
learn-search = Find a word
learn-word-not-found = No such word.
lesson-next = Next
lesson-next-one = Next lesson
lesson-next-title = Next: { $title }
lesson-finish = Back to the lessons
lesson-back = Step back
lesson-show = Show the answer
lesson-done = You have finished this lesson.
lesson-your-move = Your move on the board. You play { $side }.
lesson-moves-left =
    { $number ->
        [one] 1 move left
       *[other] { $number } moves left
    }
lesson-thinking = The computer is thinking.
lesson-wrong = This lesson cannot be opened.
puzzle-lesson = Lesson: { $title }
keys-lesson-step = Step back, next step
