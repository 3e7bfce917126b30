//! Requests of players, watchers and the floor to a tournament, each with its answer.

use super::{After, Behind, DirectorCore, Outputs, commands, deals, wire};
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::{Done, Refused, Role, ServerMessage};
use cardroom_protocol::tournament::{
    DirectTournament, EnterTournament, Entered, Purchase as WirePurchase, TournamentCommand,
};
use cardroom_protocol::{EntryId, ErrorCode, RequestId, TournamentId as WireTournamentId};
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{HeldPrice, Player};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId};
use cardroom_tournament::{
    Command, Director, FloorOrder, Input, Operator, Purchase, Seq, Whereabouts,
};

impl DirectorCore {
    pub(super) fn request(
        &mut self,
        now: Millis,
        seed: u64,
        connection: ConnectionId,
        player: Option<Player>,
        (request, behind, price): (TournamentRequest, Behind, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        use TournamentRequest as R;
        let id = request.request();
        match &request {
            R::WatchTournament(body) if body.on => {
                let mut answer = self.watch(now, connection, player);
                answer.push(Done { request: id }.into());
                return answer;
            }
            R::WatchTournament(_) => {
                self.watchers.remove(&connection);
                return vec![Done { request: id }.into()];
            }
            R::GetStructure(_) => {
                let structure = self.director.structure();
                return vec![wire::structure(self.id, structure, id).into()];
            }
            R::ListPlayers(body) => return vec![wire::players(self, id, body.from).into()],
            R::ListTournamentTables(body) => {
                return vec![wire::tables(self, id, body.from).into()];
            }
            R::ListPayouts(body) => {
                return vec![wire::payouts(self.id, &self.director, (id, body.from)).into()];
            }
            R::ListRulings(body) => return vec![wire::rulings(self, id, body.from).into()],
            R::GetHouseRules(_) => {
                let rulebook = &self.announcement.setup.rulebook;
                return vec![wire::house_rules(self.id, rulebook, id).into()];
            }
            _ => {}
        }
        let Some(player) = player else {
            return refused(id, ErrorCode::NotLoggedIn, "Sign in first.");
        };
        let who = PlayerId(player.account.0);
        let input = match request {
            R::EnterTournament(body) => {
                return self.enter(now, seed, player, (&body, price), outputs);
            }
            R::DirectTournament(order) => {
                return self.direct(now, seed, player, (order, behind, price), outputs);
            }
            R::OfferRematch(_) => {
                return self.offer_rematch(id, &player, behind.next.map(|next| *next), outputs);
            }
            R::ListSeatCodes(body) => return vec![self.seat_codes(&body).into()],
            R::WithdrawEntry(_) => Input::Withdraw { player: who },
            R::BuyChips(body) => {
                let what = match body.what {
                    WirePurchase::Rebuy => Purchase::Rebuy,
                    WirePurchase::AddOn => Purchase::AddOn,
                };
                Input::Buy { player: who, what }
            }
            R::CheckIn(_) => Input::CheckIn { player: who },
            R::DeclineRebuy(_) => Input::DeclineRebuy { player: who },
            R::QuitTournament(_) => Input::Quit { player: who },
            R::ProposeDeal(body) => {
                Input::ProposeDeal(self.deal_wish(who, body.proposal, body.for_winner))
            }
            R::VoteOnDeal(body) => {
                Input::Vote { player: who, deal: deals::deal_in(body.deal), agrees: body.accept }
            }
            _ => {
                let text = "The tournament cannot do this now.";
                return refused(id, ErrorCode::NotAllowedNow, text);
            }
        };
        match self.step(now, seed, input, outputs) {
            Ok(()) => {
                outputs.after.extend(price.map(After::Settle));
                vec![Done { request: id }.into()]
            }
            Err(error) => {
                refused(id, wire::code(&error), &self.names.refusal_text(&self.director, &error))
            }
        }
    }

    /// Makes a connection a watcher, for its account if it has one. Returns its first view.
    pub(super) fn watch(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
    ) -> Vec<ServerMessage> {
        let account = player.as_ref().map(|player| player.account);
        self.watchers.insert(connection, account);
        if let Some(operator) = player.filter(|player| player.role != Role::Player) {
            self.introduce(operator);
        }
        let mut view = self.view(now, account);
        view.extend(account.into_iter().flat_map(|account| self.open_offers(account, now)));
        view.extend(self.rematches.last().map(|offered| offered.clone().into()));
        view
    }

    fn enter(
        &mut self,
        now: Millis,
        seed: u64,
        player: Player,
        (&EnterTournament { request, of_age, .. }, price): (&EnterTournament, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        if player.bot && !self.announcement.bots_allowed {
            return refused(
                request,
                ErrorCode::BotsNotAllowed,
                "Bots may not play in this tournament.",
            );
        }
        let Some(price) = price else {
            return refused(request, ErrorCode::Internal, "The price of this entry is not held.");
        };
        let who = PlayerId(player.account.0);
        let input = paid_with(&price, Input::Enter { player: who, of_age });
        match self.step_with(now, seed, [player], input, outputs) {
            Ok(()) => {
                outputs.after.push(After::Settle(price));
                let entry = self.director.entry_of(who).unwrap_or_default();
                let known = self.director.entry(entry).map(|entry| entry.whereabouts);
                let waiting = known == Some(Whereabouts::Waiting);
                let (tournament, entry) = (WireTournamentId(self.id.0), EntryId(entry.0.into()));
                vec![Entered { request, tournament, entry, waiting }.into()]
            }
            Err(error) => refused(
                request,
                wire::code(&error),
                &self.names.refusal_text(&self.director, &error),
            ),
        }
    }

    /// Handles a command of the floor.
    fn direct(
        &mut self,
        now: Millis,
        seed: u64,
        player: Player,
        (order, behind, price): (DirectTournament, Behind, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        let Behind { owner, entrant, .. } = behind;
        let request = order.request;
        if entrant.as_ref().is_some_and(|who| who.bot && !self.announcement.bots_allowed) {
            return refused(
                request,
                ErrorCode::BotsNotAllowed,
                "Bots may not play in this tournament.",
            );
        }
        let DirectTournament { seq, reason, rule, command, .. } = order;
        if let Some(why) = self.reaches_beyond(&command) {
            return refused(request, ErrorCode::Forbidden, why);
        }
        let entering = entrant.as_ref().map(|who| PlayerId(who.account.0));
        let looks_twice = matches!(&command, TournamentCommand::SetStack(order) if !order.beyond);
        let command = match commands::command_in(&self.names, command, entering) {
            Ok(command) => command,
            Err(why) => return refused(request, ErrorCode::NotAllowedNow, why),
        };
        if let Some(more) = beyond_entries(&self.director, &command).filter(|_| looks_twice) {
            let why = format!(
                "This brings {more} more chips into play than the entries brought. If the number \
                 is right, give the command again with --beyond, or tick that it may."
            );
            return refused(request, ErrorCode::BeyondEntries, &why);
        }
        let operator = Operator { account: PlayerId(player.account.0), owner };
        let sells = purchase_of(&command);
        if sells.is_some_and(|what| cost_of(&self.director, what) > Cents::ZERO) && price.is_none()
        {
            return refused(request, ErrorCode::Internal, "The price of the chips is not held.");
        }
        let pays = price.filter(|_| entrant.is_some() || sells.is_some());
        let newcomers = std::iter::once(player).chain(entrant);
        let order = FloorOrder { operator, seen: Seq(seq.0), reason, rule, command };
        let input = match &pays {
            Some(price) => paid_with(price, Input::Floor(order)),
            None => Input::Floor(order),
        };
        match self.step_with(now, seed, newcomers, input, outputs) {
            Ok(()) => {
                outputs.after.extend(pays.map(After::Settle));
                vec![Done { request }.into()]
            }
            Err(error) => refused(
                request,
                wire::code(&error),
                &self.names.refusal_text(&self.director, &error),
            ),
        }
    }

    /// Returns the account whose wallet pays for chips that the floor sells, and the price. `None`
    /// if the request sells none, or they are free.
    #[must_use]
    pub fn sold_by_floor(&self, request: &TournamentRequest) -> Option<(AccountId, Cents)> {
        let TournamentRequest::DirectTournament(order) = request else { return None };
        let (id, what) = match order.command {
            TournamentCommand::Rebuy(id) => (id, Purchase::Rebuy),
            TournamentCommand::AddOn(id) => (id, Purchase::AddOn),
            _ => return None,
        };
        let entry = self.director.entry(EntryNo(u32::try_from(id.0).ok()?))?;
        let cost = cost_of(&self.director, what);
        (cost > Cents::ZERO).then_some((AccountId(entry.player.0), cost))
    }
}

fn cost_of(director: &Director, what: Purchase) -> Cents {
    director.terms().price_of(what).map_or(Cents::ZERO, |(cost, _)| cost)
}

/// Returns how many chips that no entry brought a new stack brings into play.
fn beyond_entries(director: &Director, command: &Command) -> Option<Chips> {
    match command {
        Command::SetStack(entry, chips) => director.chips_beyond(*entry, *chips),
        _ => None,
    }
}

/// Returns what a command sells.
fn purchase_of(command: &Command) -> Option<Purchase> {
    match command {
        Command::Rebuy(_) => Some(Purchase::Rebuy),
        Command::AddOn(_) => Some(Purchase::AddOn),
        _ => None,
    }
}

/// Builds an entry, with the ticket that pays for it if there is one.
pub(super) fn paid_with(price: &HeldPrice, entry: Input) -> Input {
    match &price.ticket {
        Some(ticket) => Input::ByTicket { worth: Cents(ticket.worth.0), entry: Box::new(entry) },
        None => entry,
    }
}

pub(super) fn refused(request: RequestId, code: ErrorCode, message: &str) -> Vec<ServerMessage> {
    vec![Refused { request, code, message: message.to_owned() }.into()]
}
