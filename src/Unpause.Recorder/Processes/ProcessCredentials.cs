namespace Unpause.Recorder.Processes;

/// <summary>
/// A process's users and groups at one moment. The kernel prints them from one set of credentials (fs/proc/array.c, task_state, Linux
/// 6.1), in one piece of text that it keeps until it was read completely (fs/seq_file.c), so they are consistent.
/// </summary>
internal sealed class ProcessCredentials : IEquatable<ProcessCredentials>
{
    // Real, effective, saved and file system ids, in the order of proc(5).
    private const int Numbers = 4;
    private const uint Unknown = uint.MaxValue;

    private readonly uint[] _users;
    private readonly uint[] _groups;
    private readonly uint[] _furtherGroups;

    private ProcessCredentials(uint[] users, uint[] groups, uint[] furtherGroups) =>
        (_users, _groups, _furtherGroups) = (users, groups, furtherGroups);

    /// <summary>The user whose rights are used: where there are several, one that is not root.</summary>
    public uint User => Least(_users);

    /// <summary>The group whose rights are used: where there are several, one that is not root's.</summary>
    public uint Group => Least(_groups);

    /// <summary>Its supplementary groups.</summary>
    public ReadOnlySpan<uint> FurtherGroups => _furtherGroups;

    /// <summary>Whether it has several users or groups, like a set-uid program, so that it belongs to neither alone.</summary>
    public bool AreMixed => _users.AsSpan().ContainsAnyExcept(_users[0]) || _groups.AsSpan().ContainsAnyExcept(_groups[0]);

    /// <summary>Whether a user is one of its four users.</summary>
    public bool Have(uint user) => _users.AsSpan().Contains(user);

    /// <summary>Parses them.</summary>
    /// <param name="status">The lines of /proc/PID/status from one reading.</param>
    public static ProcessCredentials Read(IReadOnlyDictionary<string, string> status) =>
        new(FourOf(status, "Uid"), FourOf(status, "Gid"), [.. Words(status, "Groups").Select(Number)]);

    /// <inheritdoc/>
    public bool Equals(ProcessCredentials? other) => other is not null && _users.AsSpan().SequenceEqual(other._users)
        && _groups.AsSpan().SequenceEqual(other._groups) && _furtherGroups.AsSpan().SequenceEqual(other._furtherGroups);

    /// <inheritdoc/>
    public override bool Equals(object? other) => Equals(other as ProcessCredentials);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(User, Group);

    /// <summary>The credentials in words.</summary>
    public override string ToString() => $"users {Text(_users)}, groups {Text(_groups)}";

    /// <summary>The real id first: for a set-uid program it is the user who started it.</summary>
    private static uint Least(uint[] ids) => Array.Find(ids, id => id != 0);

    private static uint[] FourOf(IReadOnlyDictionary<string, string> status, string field)
    {
        var numbers = Words(status, field).Select(Number).ToArray();
        return numbers.Length == Numbers ? numbers : [Unknown, Unknown, Unknown, Unknown];
    }

    private static string[] Words(IReadOnlyDictionary<string, string> status, string field) =>
        (status.GetValueOrDefault(field) ?? "").Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>No group has this number, and setgroups(2) rejects the next one.</summary>
    private static uint Number(string text) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : Unknown - 1;

    private static string Text(uint[] ids) => string.Join('/', ids.Select(id => id.ToString(CultureInfo.InvariantCulture)));
}
