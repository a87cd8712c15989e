using Unpause.Fleet.Rows;
using Unpause.Recordings;

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

    private const int MostNameChars = 60;

    private readonly string _folder;
    private readonly FileStream _lock;

    private SendPlace(string folder)
    {
        Directory.CreateDirectory(folder);
        _folder = folder;
        _lock = new(Path.Combine(folder, LockFile), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1);
    }

    /// <summary>The place of a folder of reports.</summary>
    /// <exception cref="UserMistake">Another sender has it, or it cannot be written.</exception>
    public static SendPlace Open(string folder)
    {
        var root = Path.GetFullPath(folder);
        var fault = "";
        foreach (var place in (string[])[Path.Combine(root, Name), OfUser(root)])
        {
            try
            {
                return new(place);
            }
            catch (UnauthorizedAccessException exception)
            {
                fault = exception.Message;
            }
            catch (IOException exception)
            {
                if (File.Exists(Path.Combine(place, LockFile)))
                    throw new UserMistake($"another unpause fleet send has {place}: wait until it has ended");
                fault = exception.Message;
            }
        }

        throw new UserMistake($"what is sent cannot be noted beside {root}: {fault}");
    }

    /// <summary>The file that notes what a receiver has.</summary>
    public string SentFile(string address) => Path.Combine(_folder, $"{NameOf(address)}.sent");

    /// <summary>The folder of batches that wait for a server.</summary>
    public string Spool(string address) => Path.Combine(_folder, $"{NameOf(address)}.spool");

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();

    private static string OfUser(string root)
    {
        var state = Environment.GetEnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } named
            ? named
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local", "state");
        return Path.Combine(state, "unpause", "fleet-send", RowHash.Of(root).ToString("x16", CultureInfo.InvariantCulture));
    }

    /// <summary>A name that a reader of the folder recognises, and that no other address has.</summary>
    private static string NameOf(string address)
    {
        var name = new StringBuilder();
        foreach (var character in address.AsSpan(0, Math.Min(address.Length, MostNameChars)))
            name.Append(char.IsAsciiLetterOrDigit(character) || character is '.' or '-' ? character : '_');
        return string.Create(CultureInfo.InvariantCulture, $"{name}-{RowHash.Of(address):x16}");
    }
}
