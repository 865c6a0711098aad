//! Turns transparent huge pages off. The allocator asks for them, and a long session then keeps whole huge pages for a few small
//! objects: a third of its memory, and more the longer it runs.

/// Disables transparent huge pages for this process, where the system has them.
pub fn disable() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
