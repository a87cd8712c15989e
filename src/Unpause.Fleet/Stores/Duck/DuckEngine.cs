using DuckDB.NET.Data;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>A DuckDB in memory: bounded, without the network, and with nothing of the user's settings.</summary>
internal static class DuckEngine
{
    /// <summary>Opens one.</summary>
    /// <param name="spill">A folder for what does not fit into memory.</param>
    public static DuckDBConnection Open(string spill)
    {
        var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        connection.Run("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;"
            + $" SET memory_limit = '280MB'; SET preserve_insertion_order = false; SET temp_directory = {Quoted(spill)}");
        return connection;
    }

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
