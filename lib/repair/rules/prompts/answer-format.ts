/** How a model is to answer. No more is asked for than what is used: whatever else it did, its change shows. */
export const answerFormat = `When you are done, end your answer with exactly one JSON object and nothing after it. Print no other JSON object that looks
like it. "status" is one of the three words. "summary" has at most 4000 characters.

{
  "status": "success, failure or blocked",
  "summary": "what you did and why"
}`;
