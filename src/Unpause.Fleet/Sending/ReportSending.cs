using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Sending;

/// <summary><c>unpause fleet send</c>: reports of folders to a receiver or to ClickHouse.</summary>
internal static class ReportSending
{
    /// <summary>The exit code when the store was away: what is left is sent when the command is repeated.</summary>
    public const int StoreAway = ExitCodes.OverBudget;

    private const long MostSpoolBytes = 1L << 30;

    /// <summary>How long a sender of reports that wait for it waits for another one: two commands may end at one time.</summary>
    private static readonly TimeSpan MostWaiting = TimeSpan.FromSeconds(30);

    /// <summary>Sends them.</summary>
    /// <param name="output">Gets the counts.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="UserMistake">The store refuses, or an input is wrong.</exception>
    public static async Task<int> RunAsync(FleetRequest asked, Stream output, CancellationToken stop)
    {
        if (asked.Inputs.Count == 0 || asked.Store is not { } store) throw new UserMistake("unpause fleet send needs reports and --store");
        var first = asked.Inputs[0];
        var folder = Directory.Exists(first) ? first : Path.GetDirectoryName(Path.GetFullPath(first))!;
        using var place = SendPlace.Open(folder, asked.Deletes ? MostWaiting : TimeSpan.Zero);
        var tally = new SendTally();
        var secret = FleetStores.SecretOf(asked.SecretFile);
        var isClickHouse = store.StartsWith(ClickHouseAddress.Scheme + ":", StringComparison.Ordinal);
        if (isClickHouse && asked.Deletes) throw new UserMistake("ClickHouse gets only numbers: no report is deleted after that");
        try
        {
            if (isClickHouse) await ToClickHouseAsync(ClickHouseAddress.Parse(store, secret), asked.Inputs, place, tally, stop);
            else await ToReceiverAsync(asked, store, secret, place, tally, stop);
        }
        catch (ClickHouseFailure failure)
        {
            throw new UserMistake(failure.Message);
        }

        await using var text = new StreamWriter(output, leaveOpen: true);
        foreach (var line in tally.Lines(isClickHouse ? "process" : null, isRepeated: !asked.Deletes)) await text.WriteLineAsync(line);
        return tally.ExitCode;
    }

    private static async Task ToClickHouseAsync(
        ClickHouseAddress address, IReadOnlyList<string> inputs, SendPlace place, SendTally tally, CancellationToken stop)
    {
        var spool = place.Spool(address.Place);
        using var sender = new ClickHouseSender(address, new(spool, MostSpoolBytes), SenderPace.Usual);
        tally.Add(await sender.SendAsync(FoundReports.RowsAsync(FoundReports.Of(inputs), tally, stop), stop), spool);
        if (tally.Waiting > 0) return;
        try
        {
            await sender.DropOldAsync(null, stop);
        }
        catch (ClickHouseFailure failure) when (failure.IsTransient)
        {
            // The next time does it.
        }
    }

    private static async Task ToReceiverAsync(
        FleetRequest asked, string store, string? token, SendPlace place, SendTally tally, CancellationToken stop)
    {
        if (!Uri.TryCreate(store, UriKind.Absolute, out var address) || address.Scheme is not ("http" or "https"))
            throw new UserMistake($"{PlainText.Clean(store)} is no address: write https://HOST or clickhouse://HOST/DATABASE");
        using var sent = new SentReports(place.SentFile(address.GetLeftPart(UriPartial.Path))) { Deletes = asked.Deletes };
        var patience = asked.Deletes ? SendPatience.OfCommand : SendPatience.Usual;
        using var sender = new ReportSender(address, token, sent, patience, TimeProvider.System);
        await sender.SendAsync(FoundReports.Of(asked.Inputs), tally, stop);
    }
}
