namespace Unpause.Recordings.Secrets;

/// <summary>
/// Commands whose short options take a password without a telling name: <c>mysql -pSECRET</c>, <c>redis-cli -a SECRET</c>. It takes
/// each word of a command line in turn. Sources: the manuals of MariaDB 11 and MySQL 8, sshpass 1.10, Redis 7, the MongoDB tools 100,
/// curl 8, Info-ZIP 3, 7-Zip 23, OpenLDAP 2.6, sqlcmd 18, Mosquitto 2.
/// </summary>
internal sealed class PasswordClients
{
    private static readonly Dictionary<string, Options> Known = Table(
    [
        ("mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlslap mysqlpump mysqlbinlog mariadb mariadb-dump "
            + "mariadb-admin mariadb-import mariadb-check mariadb-show mariadb-slap mariadb-binlog", new("-p", null)),
        ("sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport rabbitmqadmin", new("-p", "-p")),
        ("7z 7za 7zr", new("-p", null)),
        ("redis-cli valkey-cli", new(null, "-a")),
        ("zip unzip zipcloak sqlcmd bcp mosquitto_pub mosquitto_sub", new("-P", "-P")),
        ("ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami", new("-w", "-w")),
        ("curl", new("-u", null) { HasUser = true }),
    ]);

    private static readonly Dictionary<string, Options>.AlternateLookup<ReadOnlySpan<char>> Programs =
        Known.GetAlternateLookup<ReadOnlySpan<char>>();

    private Options? _program;

    /// <summary>
    /// Where in a word the program's password begins; negative where it has none. What follows may be another program's (sshpass).
    /// </summary>
    public int TakePassword(ReadOnlySpan<char> word)
    {
        if (_program is not { Glued: { } option, HasUser: var hasUser } || word.Length <= option.Length || !word.StartsWith(option))
            return -1;
        var start = hasUser ? word.IndexOf(':') + 1 : option.Length;
        if (start > 0) _program = null;
        return start == 0 ? -1 : start;
    }

    /// <summary>Takes a word. Returns whether the next one is the program's password.</summary>
    public bool Take(ReadOnlySpan<char> word)
    {
        if (_program?.Alone is { } option && word.SequenceEqual(option))
        {
            _program = null;
            return true;
        }

        if (word is "|" or "||" or "&" or "&&" or ";") _program = null;
        else if (Programs.TryGetValue(NameOf(word), out var program)) _program = program;
        return false;
    }

    private static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> word)
    {
        word = word[(word.LastIndexOfAny('/', '\\') + 1)..];
        return word.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? word[..^".exe".Length] : word;
    }

    private static Dictionary<string, Options> Table((string Names, Options Options)[] rows)
    {
        var table = new Dictionary<string, Options>(StringComparer.Ordinal);
        foreach (var (names, options) in rows)
        {
            foreach (var name in names.Split(' ')) table.Add(name, options);
        }

        return table;
    }

    /// <param name="Glued">The option that a password is written to without a blank; null for none.</param>
    /// <param name="Alone">The option whose next word is a password; null for none.</param>
    private sealed record Options(string? Glued, string? Alone)
    {
        /// <summary>Whether a user and a colon precede the password.</summary>
        public bool HasUser { get; init; }
    }
}
