namespace Unpause.Recordings;

/// <summary>
/// What the rooms behind the readers know of a runtime: what it is called, and the names and the order of what its collector
/// tells. A recording carries it (<see cref="Source.Traits"/>), so nobody has to ask which runtime it is.
/// </summary>
public sealed class RuntimeTraits
{
    private readonly string? _oneOf;
    private readonly string? _allOf;
    private readonly IReadOnlyList<HeapSpace> _spaces = [];
    private int[]? _orders;

    /// <summary>Describes a runtime.</summary>
    /// <param name="id">Its name in the contract: <c>dotnet</c>.</param>
    /// <param name="name">Its name as people write it: <c>.NET</c>.</param>
    internal RuntimeTraits(string id, string name) => (Id, Name) = (id, name);

    /// <summary>Its name in the contract: <c>dotnet</c>.</summary>
    public string Id { get; }

    /// <summary>Its name as people write it: <c>.NET</c>.</summary>
    public string Name { get; }

    /// <summary>One of it in a sentence: <c>a JVM</c>.</summary>
    public string OneOf
    {
        get => _oneOf ?? Name;
        init => _oneOf = value;
    }

    /// <summary>All of it in a sentence: <c>JVMs</c>.</summary>
    public string AllOf
    {
        get => _allOf ?? Name;
        init => _allOf = value;
    }

    /// <summary>
    /// The languages whose tracing libraries run in it, as OpenTelemetry names them (<c>telemetry.sdk.language</c>); empty where unknown.
    /// </summary>
    internal IReadOnlyList<string> Languages { get; init; } = [];

    /// <summary>
    /// Words of which one stands in the name that it gives itself (<c>process.runtime.name</c>), in small letters; empty where unknown.
    /// </summary>
    internal IReadOnlyList<string> OwnNames { get; init; } = [];

    /// <summary>The names of its generations in the contract, the youngest first; empty where it has none.</summary>
    public IReadOnlyList<string> Generations { get; init; } = [];

    /// <summary>The parts of its heap whose sizes its collections tell; empty where they record none.</summary>
    /// <exception cref="ArgumentException">There are more than <see cref="CollectionFacts.MostSpaces"/>, or
    /// their indexes are not their places.</exception>
    internal IReadOnlyList<HeapSpace> Spaces
    {
        get => _spaces;
        init
        {
            if (value.Count > CollectionFacts.MostSpaces)
            {
                throw new ArgumentException($"{Id} has {value.Count} spaces, but a row has room for {CollectionFacts.MostSpaces}");
            }

            for (var place = 0; place < value.Count; place++)
            {
                if (value[place].Index != place)
                {
                    throw new ArgumentException($"{Id}: the space {value[place].Name} has the index {value[place].Index}, but is at {place}");
                }
            }

            _spaces = value;
        }
    }

    /// <summary>What it stops programs for; empty where its own words are plain.</summary>
    internal IReadOnlyList<Words.StopReason> StopReasons { get; init; } = [];

    /// <summary>Whether a pause as its collector reports it contains the time in which the threads come to a halt.</summary>
    internal bool PausesHoldHalting { get; init; } = true;

    /// <summary>Whether a program that a tracing library describes runs in it; null when its words don't tell.</summary>
    /// <param name="language">As in <c>telemetry.sdk.language</c>; null when not said.</param>
    /// <param name="ownName">As in <c>process.runtime.name</c>; null when not said.</param>
    internal bool? Runs(string? language, string? ownName) => Words.Runtimes.Runs(this, language, ownName);

    /// <summary>What the runtime stopped the program for; null where no row of <see cref="StopReasons"/> says it.</summary>
    /// <param name="operation">In the runtime's words.</param>
    internal Words.StopReason? ReasonOf(string operation)
    {
        foreach (var reason in StopReasons)
        {
            if (operation.StartsWith(reason.Start, StringComparison.Ordinal)) return reason;
        }

        return null;
    }

    /// <summary>Where a generation stands in a table: the youngest first, unknown ones last.</summary>
    internal int Order(string? generation)
    {
        for (var place = 0; place < Generations.Count; place++)
        {
            if (Generations[place] == generation) return place;
        }

        return Generations.Count;
    }

    /// <summary>
    /// Whether a collection collects a part of the heap: a blocking one its own generation and the younger ones, a background one
    /// only its own. One that doesn't tell its generation counts as of the youngest.
    /// </summary>
    internal bool Collects(Collection collection, HeapSpace space)
    {
        var own = Order(collection.Generation) is var known && known < Generations.Count ? known : 0;
        _orders ??= [.. _spaces.Select(each => Order(each.Generation))];
        var needed = _orders[space.Index];
        return collection.Kind == CollectionKind.Background ? needed == own : needed <= own;
    }
}
