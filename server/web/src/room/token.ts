// Where this browser keeps the token that a session is resumed with.
export const TOKEN = "cardroom.token";
