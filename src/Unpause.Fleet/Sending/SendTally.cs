using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet.Sending;

/// <summary>What became of the reports that were to be sent. Several threads may add to it.</summary>
internal sealed class SendTally
{
    private const string Report = "report";

    private readonly Lock _lock = new();
    private long _reports, _sent, _known, _refused, _unread, _waiting, _notKept;
    private string? _refusedExample, _unreadExample, _away, _spool;

    /// <summary>Reports that were found.</summary>
    public long Reports => _reports;

    /// <summary>Reports, or with ClickHouse processes of reports, that are there now and were not before.</summary>
    public long Sent => _sent;

    /// <summary>Those that were there.</summary>
    public long Known => _known;

    /// <summary>Those that the receiver will never take.</summary>
    public long Refused => _refused;

    /// <summary>Those that could not be read.</summary>
    public long Unread => _unread;

    /// <summary>Those that are to be sent again, because the store was away.</summary>
    public long Waiting => _waiting + _notKept;

    /// <summary>Why those that wait do.</summary>
    public string? Away => _away;

    /// <summary>The exit code.</summary>
    public int ExitCode => Waiting > 0 ? ReportSending.StoreAway : _refused + _unread > 0 ? ExitCodes.PartlyUnreadable : ExitCodes.Done;

    /// <summary>Adds a report whose file was read.</summary>
    /// <param name="fault">Why it has no rows, as a clause; null when it has.</param>
    public void AddRead(string path, string? fault)
    {
        lock (_lock)
        {
            _reports++;
            if (fault is null) return;
            _unread++;
            _unreadExample ??= $"{path} {fault}";
        }
    }

    /// <summary>Adds a report that a receiver took.</summary>
    public void AddSent(bool isNew)
    {
        lock (_lock)
        {
            _reports++;
            if (isNew) _sent++;
            else _known++;
        }
    }

    /// <summary>Adds a report that a receiver will never take.</summary>
    public void AddRefused(string path, string reason)
    {
        lock (_lock)
        {
            _reports++;
            _refused++;
            _refusedExample ??= $"{path}: {reason}";
        }
    }

    /// <summary>Adds a report that is to be sent again.</summary>
    public void AddWaiting(string? reason)
    {
        lock (_lock)
        {
            _reports++;
            _waiting++;
            _away ??= reason;
        }
    }

    /// <summary>Adds processes of reports, of which <see cref="AddRead"/> counted the reports.</summary>
    /// <param name="spool">The folder in which they wait.</param>
    public void Add(Stores.ClickHouse.SendResult result, string spool)
    {
        lock (_lock)
        {
            _sent += result.Stored;
            _known += result.Unchanged;
            _waiting += result.Waiting;
            _notKept += result.NotKept;
            _unread += result.Damaged;
            if (result.Damaged > 0) _unreadExample ??= $"a batch in {spool} is damaged";
            if (result.Waiting > 0) _spool = spool;
            _away ??= result.Reason;
        }
    }

    /// <summary>The lines for the user.</summary>
    /// <param name="unit">The word for one of what is sent; null for reports.</param>
    /// <param name="isRepeated">Whether the user is to repeat the command.</param>
    public IEnumerable<string> Lines(string? unit, bool isRepeated = true)
    {
        yield return $"{Count(_reports, Report)}: {Count(_sent, unit)} sent, {Count(_known, unit)} already there";
        if (_unread > 0) yield return $"{Count(_unread)} could not be read: {PlainText.Clean(_unreadExample!)}";
        if (_refused > 0) yield return $"{Count(_refused)} refused: {PlainText.Clean(_refusedExample!)}";
        if (Waiting == 0) yield break;
        yield return $"{Count(Waiting, unit)} not sent, the store is away: {PlainText.Clean(_away ?? "")}";
        if (_spool is not null) yield return $"{Count(_waiting, unit)} waiting in {PlainText.Clean(_spool)}";
        if (isRepeated) yield return "repeat the command to send them";
    }

    private static string Count(long number, string? unit = null) =>
        unit is null ? Quantities.Count(number) : Quantities.Count(number, unit);
}
