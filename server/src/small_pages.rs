//! Memory in pages of the usual size. The allocator asks for huge ones, of which a long session keeps many for the sake of a few
//! small pieces in each: a third of its memory, and more the longer it lasts.

/// Turns huge pages off for this process, where there are any.
pub fn only() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
