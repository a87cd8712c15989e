using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Stores;

/// <summary>The selection of a request.</summary>
internal static class SelectionText
{
    /// <summary>The selection.</summary>
    /// <param name="selector">A <see cref="FleetSelector"/>; null selects all.</param>
    /// <exception cref="UserMistake">It is none.</exception>
    public static FleetSelection Parse(string? selector, DateTimeOffset? from, DateTimeOffset? to)
    {
        var read = FleetSelector.Read("--where", selector);
        return new() { From = from, To = to, Service = read?.Service, Version = read?.Version, Host = read?.Host, Runtime = read?.Runtime };
    }
}
