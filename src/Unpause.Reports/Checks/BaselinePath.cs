namespace Unpause.Checks;

/// <summary>Which files a file of budgets may name: what it says is not what the user typed.</summary>
public static class BaselinePath
{
    private static readonly string[] Endings = [".json", ".json.gz"];

    /// <summary>Whether a name stands for a stored report in the same folder or below.</summary>
    /// <param name="name">With / between folders.</param>
    public static bool IsBeside(string name) =>
        Array.Exists(Endings, ending => name.EndsWith(ending, StringComparison.Ordinal))
        && !name.Contains('\0', StringComparison.Ordinal)
        && !Path.IsPathRooted(name)
        && name.Split('/', '\\').All(part => part is not ("" or "." or ".."));

    /// <summary>Its path.</summary>
    /// <param name="budgets">The file that names it.</param>
    /// <param name="name">As it stands there.</param>
    public static string Of(string budgets, string name) => Path.Combine(Path.GetDirectoryName(budgets) ?? "", name);
}
