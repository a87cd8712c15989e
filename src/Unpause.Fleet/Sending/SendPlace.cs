using Unpause.Fleet.Rows;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Sending;

/// <summary>
/// Where a sender keeps what it must know the next time: a hidden folder beside the reports, or where that cannot be written, one of the
/// user. One sender has it at a time.
/// </summary>
internal sealed class SendPlace : IDisposable
{
    /// <summary>The hidden folder.</summary>
    public const string Name = ".unpause-fleet-send";

    private const string LockFile = "lock";

    // Linux: EAGAIN of flock(2).
    private const int TryAgain = 11;

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    private readonly string _folder;
    private readonly FileStream _lock;

    private SendPlace(string folder)
    {
        Directory.CreateDirectory(folder);
        _folder = folder;
        _lock = new(Path.Combine(folder, LockFile), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1);
    }

    /// <summary>The place of a folder of reports.</summary>
    /// <param name="patience">How long another sender is waited for.</param>
    /// <exception cref="UserMistake">Another sender has it, or it cannot be written.</exception>
    public static SendPlace Open(string folder, TimeSpan patience = default)
    {
        var started = Environment.TickCount64;
        var root = Path.GetFullPath(folder);
        var fault = "";
        foreach (var place in (string[])[Path.Combine(root, Name), OfUser(root)])
        {
            while (true)
            {
                try
                {
                    return new(place);
                }
                catch (IOException exception) when (exception.HResult == TryAgain)
                {
                    if (Environment.TickCount64 - started > patience.TotalMilliseconds)
                        throw new UserMistake($"another unpause fleet send has {place}: wait until it has ended");
                    Thread.Sleep(Step);
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    // Not ours, or on a file system that can only be read.
                    fault = exception.Message;
                    break;
                }
            }
        }

        throw new UserMistake($"what is sent cannot be noted beside {root}: {fault}");
    }

    /// <summary>The file that notes what a receiver has.</summary>
    public string SentFile(string address) => Path.Combine(_folder, $"{KeptReports.NameOf(address)}.sent");

    /// <summary>The folder of batches that wait for a server.</summary>
    public string Spool(string address) => Path.Combine(_folder, $"{KeptReports.NameOf(address)}.spool");

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();

    private static string OfUser(string root) =>
        Path.Combine(KeptReports.StateFolder(), "fleet-send", RowHash.Of(root).ToString("x16", CultureInfo.InvariantCulture));
}
