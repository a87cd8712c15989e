namespace Unpause.Bench.AttributionTruth;

/// <summary>
/// Serves clients under one of three disciplines while stops freeze all work. First come, first served is the recursion of Kiefer and
/// Wolfowitz (1955); sharing is the virtual time of Kleinrock (Queueing Systems II, 1976, section 4.4) with the rate capped at one
/// processor a request.
/// </summary>
public static class Server
{
    /// <summary>Serves all requests that arrive before <paramref name="until"/>.</summary>
    public static List<Served> Serve(
        Discipline discipline, int workers, IReadOnlyList<Client> clients, Stops stops, double until = double.PositiveInfinity) =>
        discipline == Discipline.Shared
            ? Share(workers, clients, stops, until)
            : InOrder(discipline == Discipline.Unlimited ? int.MaxValue : workers, clients, stops, until);

    private static List<Served> InOrder(int workers, IReadOnlyList<Client> clients, Stops stops, double until)
    {
        var served = new List<Served>(clients.Count);
        var arrivals = Arrivals(clients, until);
        var free = new PriorityQueue<int, double>();
        while (arrivals.TryDequeue(out var next, out var arrival))
        {
            var begin = arrival;
            if (workers != int.MaxValue && free.Count == workers)
            {
                free.TryDequeue(out _, out var since);
                begin = Math.Max(arrival, since);
            }

            begin = stops.Released(begin);
            var work = clients[next.Client].Works[next.Number];
            var end = stops.Wall(stops.Operational(begin) + work.Processor / 2);
            if (work.Elsewhere > 0) end = stops.Released(end + work.Elsewhere);
            end = stops.Wall(stops.Operational(end) + work.Processor / 2);
            if (workers != int.MaxValue) free.Enqueue(0, end);
            served.Add(new Served(next.Client, next.Number, arrival, begin, end));
            AskAgain(arrivals, clients, next, end, until);
        }

        return served;
    }

    private static List<Served> Share(int workers, IReadOnlyList<Client> clients, Stops stops, double until)
    {
        var served = new List<Served>(clients.Count);
        var arrivals = Arrivals(clients, until);
        var back = new PriorityQueue<Job, double>();
        var running = new PriorityQueue<Job, double>();
        var (now, each) = (0.0, 0.0);
        while (true)
        {
            var rate = Math.Min(1, workers / (double)Math.Max(1, running.Count));
            var done = running.TryPeek(out _, out var target)
                ? stops.Wall(stops.Operational(now) + (target - each) / rate) : double.PositiveInfinity;
            var arriving = arrivals.TryPeek(out _, out var arrival) ? arrival : double.PositiveInfinity;
            var returning = back.TryPeek(out _, out var end) ? end : double.PositiveInfinity;
            var coming = Math.Min(arriving, returning);
            if (double.IsPositiveInfinity(Math.Min(done, coming))) return served;
            if (done <= coming)
            {
                (now, each) = (Math.Max(now, done), target);
                var job = running.Dequeue();
                var work = clients[job.Client].Works[job.Turn];
                if (job is { Second: false } && work.Elsewhere > 0)
                {
                    back.Enqueue(job with { Second = true }, now + work.Elsewhere);
                }
                else
                {
                    served.Add(new Served(job.Client, job.Turn, job.Arrival, stops.Released(job.Arrival), now));
                    AskAgain(arrivals, clients, new Turn(job.Client, job.Turn), now, until);
                }

                continue;
            }

            each += rate * (stops.Operational(coming) - stops.Operational(now));
            now = coming;
            if (returning <= arriving)
            {
                var job = back.Dequeue();
                running.Enqueue(job, each + clients[job.Client].Works[job.Turn].Processor / 2);
            }
            else
            {
                var turn = arrivals.Dequeue();
                var work = clients[turn.Client].Works[turn.Number];
                running.Enqueue(
                    new Job(turn.Client, turn.Number, arrival, Second: false),
                    each + (work.Elsewhere > 0 ? work.Processor / 2 : work.Processor));
            }
        }
    }

    private static PriorityQueue<Turn, double> Arrivals(IReadOnlyList<Client> clients, double until)
    {
        var arrivals = new PriorityQueue<Turn, double>(clients.Count);
        for (var client = 0; client < clients.Count; client++)
        {
            var (first, works) = clients[client];
            if (first < until && works.Count > 0) arrivals.Enqueue(new Turn(client, 0), first);
        }

        return arrivals;
    }

    private static void AskAgain(PriorityQueue<Turn, double> arrivals, IReadOnlyList<Client> clients, Turn turn, double end, double until)
    {
        var works = clients[turn.Client].Works;
        var next = end + works[turn.Number].Think;
        if (turn.Number + 1 < works.Count && next < until) arrivals.Enqueue(turn with { Number = turn.Number + 1 }, next);
    }

    private readonly record struct Turn(int Client, int Number);

    private readonly record struct Job(int Client, int Turn, double Arrival, bool Second);
}
