using DuckDB.NET.Data;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>A DuckDB in memory: bounded, without the network, and with nothing of the user's settings.</summary>
internal static class DuckEngine
{
    /// <summary>Megabytes for questions, for each of the two engines that are open while reports are read, and to join what they
    /// wrote.</summary>
    public const int ForQuestions = 280, ForReading = 120, ForJoining = 150;

    private static int _opened;

    /// <summary>Opens one.</summary>
    /// <param name="spill">A folder for what does not fit into memory. Each engine has its own in it: one that closes removes its files,
    /// and their names are the same in each.</param>
    /// <param name="megabytes">The most memory that it may take.</param>
    public static DuckDBConnection Open(string spill, int megabytes = ForQuestions)
    {
        var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        var own = Path.Combine(spill, Interlocked.Increment(ref _opened).ToString(CultureInfo.InvariantCulture));
        Directory.CreateDirectory(spill);
        connection.Run("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;"
            + $" SET preserve_insertion_order = false; SET temp_directory = {Quoted(own)}");
        connection.Limit(megabytes);
        return connection;
    }

    /// <summary>Sets the most memory that an engine may take.</summary>
    public static void Limit(this DuckDBConnection connection, int megabytes) =>
        connection.Run(string.Create(CultureInfo.InvariantCulture, $"SET memory_limit = '{megabytes}MB'"));

    /// <summary>Runs statements.</summary>
    public static void Run(this DuckDBConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>The rows of a query, each read by a function.</summary>
    public static List<T> Ask<T>(this DuckDBConnection connection, string sql, Func<DuckDBDataReader, T> read)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = (DuckDBDataReader)command.ExecuteReader();
        var rows = new List<T>();
        while (reader.Read()) rows.Add(read(reader));
        return rows;
    }

    /// <summary>A text as a literal.</summary>
    public static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}
