# The settings of notifications.
push-title = Notifications
push-says = This browser tells you even when the page is closed. A notification contains no cards.
push-turn-on = Turn on notifications
push-turn-off = Turn off in this browser
push-denied = Your browser does not allow notifications from this page. Allow them in the browser’s settings for this page.
push-unknown = This browser cannot show notifications. On an iPhone or iPad, add the page to the Home Screen first.
push-none = This room sends no notifications.
push-for-all = For all your browsers ({ $browsers }):
push-kind-turn = It is my turn
push-kind-table-begins = A private table begins
push-kind-seat-free = A seat is free
push-kind-tournament-begins = A tournament that I entered begins
