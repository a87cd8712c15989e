namespace Unpause.Analysis.Settings;

/// <summary>An environment variable that <c>unpause tune</c> can try, from embedded YAML.</summary>
/// <param name="Name">The variable.</param>
/// <param name="Runtime">The runtime that it belongs to: one of <c>cpython</c>, <c>dotnet</c>, <c>go</c>, <c>jvm</c>.</param>
/// <param name="Short">Its short name for <c>--setting</c>.</param>
/// <param name="What">What it does, a clause.</param>
/// <param name="Tried">Values that are tried by default.</param>
/// <param name="For"><c>batch</c> or <c>service</c>, if it is tried only for one of them; null for both.</param>
/// <param name="Code">The same in code, the value as <c>{value}</c>.</param>
/// <param name="Needs">Where the variable is read; null for everywhere.</param>
public sealed record TunableSetting(
    string Name, string Runtime, string Short, string What, IReadOnlyList<string> Tried, string? For, string Code, string? Needs)
{
    private const string Resource = "Unpause.Settings.tunable.yaml", Value = "{value}";

    /// <summary>All tunable settings, in file order.</summary>
    public static IReadOnlyList<TunableSetting> All { get; } = [.. NamedValues.Maps(EmbeddedText.Read(Resource)).Select(Of)];

    /// <summary>Finds a setting by its variable or its short name.</summary>
    public static TunableSetting? Find(string name) => All.FirstOrDefault(setting => setting.Name == name || setting.Short == name);

    /// <summary>Whether it is tried by default.</summary>
    /// <param name="isService">Whether a service is tuned, not a batch job.</param>
    public bool IsTriedFor(bool isService) => For is null || For == (isService ? "service" : "batch");

    /// <summary>The code that has the same effect as the variable with a value.</summary>
    public string CodeOf(string value) => Code.Replace(Value, value, StringComparison.Ordinal);

    private static TunableSetting Of(IReadOnlyList<NamedValues> row)
    {
        var values = row.ToDictionary(named => named.Name, named => named.Values, StringComparer.Ordinal);
        return new(
            values["name"][0],
            values["runtime"][0],
            values["short"][0],
            values["what"][0],
            values.GetValueOrDefault("try", []),
            values.GetValueOrDefault("for", []).FirstOrDefault(),
            values["code"][0],
            values.GetValueOrDefault("needs", []).FirstOrDefault());
    }
}
